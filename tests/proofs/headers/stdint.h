/* What the proofs need of the compiler's header. */
typedef unsigned char uint8_t;
typedef signed char int8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
#define UINT32_MAX 0xFFFFFFFFu
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
