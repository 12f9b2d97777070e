/* learning.c: games played for the sake of their errors. */
#include "learning.h"

#include <math.h>

#include "generator.h"

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

static void find_places(const f2048_shape *shape, f2048_board board, f2048_places *places) {
    uint64_t images[8];
    network_images(board, images);
    places->stage = (size_t)network_stage(shape, board) * shape->offsets[shape->tuples];
    for (int tuple = 0; tuple < shape->tuples; tuple++)
        network_indexes(shape, tuple, images, places->indexes[tuple]);
}

static void fetch_values(const f2048_learner *learner, const f2048_places *places) {
    for (int tuple = 0; tuple < learner->shape.tuples; tuple++) {
        const float *table = learner->values + places->stage + learner->shape.offsets[tuple];
        for (int i = 0; i < 8; i++)
            PREFETCH(&table[places->indexes[tuple][i]]);
    }
}

static void fetch_coherences(const f2048_learner *learner, const f2048_places *places) {
    for (int tuple = 0; tuple < learner->shape.tuples; tuple++) {
        const f2048_coherence *table =
            learner->coherences + places->stage + learner->shape.offsets[tuple];
        for (int i = 0; i < 8; i++)
            PREFETCH(&table[places->indexes[tuple][i]]);
    }
}

static float value_at(const f2048_learner *learner, const f2048_places *places) {
    float sum[8] = {0};
    for (int tuple = 0; tuple < learner->shape.tuples; tuple++) {
        const float *table = learner->values + places->stage + learner->shape.offsets[tuple];
        for (int i = 0; i < 8; i++)
            sum[i] += table[places->indexes[tuple][i]];
    }
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

float f2048_learner_value(const f2048_learner *learner, f2048_board afterstate) {
    f2048_places places;
    find_places(&learner->shape, afterstate, &places);
    return value_at(learner, &places);
}

/* Shares the correction of an error among the weights of a board. */
static void correct(const f2048_learner *learner, const f2048_places *places, float error) {
    const f2048_shape *shape = &learner->shape;
    float share = learner->rate * error / (float)(8 * shape->tuples), size = fabsf(error);
    for (int tuple = 0; tuple < shape->tuples; tuple++) {
        size_t table = places->stage + shape->offsets[tuple];
        for (int i = 0; i < 8; i++) {
            float *value = &learner->values[table + places->indexes[tuple][i]];
            if (!learner->coherences) {
                *value += share;
                continue;
            }
            f2048_coherence *seen = &learner->coherences[table + places->indexes[tuple][i]];
            *value += seen->size > 0 ? share * fabsf(seen->error) / seen->size : share;
            seen->error += error;
            seen->size += size;
        }
    }
}

/* Backward over the game, so that what its end taught is known at once to all
 * that led there. The target of an afterstate mixes, by lambda, the value of
 * the next one with the target of the next one. */
static void learn(const f2048_learner *learner, const f2048_player *player) {
    enum { AHEAD = 4 }; /* afterstates whose weights are on the way */
    f2048_places ring[AHEAD];
    uint32_t moves = player->outcome.moves;
    float target = 0;
    for (uint32_t i = 0; i < moves + AHEAD - 1; i++) {
        if (i < moves) {
            f2048_places *places = &ring[i % AHEAD];
            find_places(&learner->shape, player->steps[moves - 1 - i].after, places);
            fetch_values(learner, places);
            if (learner->coherences)
                fetch_coherences(learner, places);
        }
        if (i < AHEAD - 1)
            continue;
        const f2048_step *step = &player->steps[moves - 1 - (i - (AHEAD - 1))];
        const f2048_places *places = &ring[(i - (AHEAD - 1)) % AHEAD];
        correct(learner, places, target - value_at(learner, places));
        float value = value_at(learner, places);
        target = (float)step->reward + value + learner->lambda * (target - value);
    }
}

static void spawn(f2048_player *player) {
    uint64_t empty = board_occupied_flags(player->board) ^ FLAGS_ALL;
    f2048_draw draw = generator_draw(&player->generator, (unsigned)board_count(empty));
    player->board.low |= board_nth(empty, draw.index) * draw.exponent;
}

static void begin(f2048_player *player, const f2048_round *round, uint64_t number,
                  const f2048_restarts *restarts) {
    player->number = number;
    player->generator = f2048_generator_seed(round->seed, number);
    player->board = (f2048_board){0, 0};
    player->outcome = (f2048_outcome){0};
    uint32_t stored = restarts->saved < F2048_RESTARTS ? restarts->saved : F2048_RESTARTS;
    if (stored && round->restart_share > 0) {
        uint64_t word = generator_next(&player->generator);
        if ((float)(word >> 40) < round->restart_share * 0x1p24f) {
            player->board = restarts->boards[(word & 0xFFFFFFFF) * stored >> 32];
            player->outcome.restarted = 1;
        }
    }
    if (!player->outcome.restarted) {
        spawn(player);
        spawn(player);
    }
    player->outcome.max_exponent = (uint8_t)f2048_board_max_exponent(player->board);
}

/* The first half of a ply: where do the moves lead, and where are the weights? */
static void look(const f2048_learner *learner, const f2048_tables *tables, f2048_player *player) {
    player->legal = 0;
    for (int move = 0; move < 4; move++) {
        f2048_slide slide = board_slide(tables, player->board, move);
        if (slide.after.low == player->board.low && slide.after.high == player->board.high)
            continue;
        player->slides[move] = slide;
        player->legal |= 1u << move;
        find_places(&learner->shape, slide.after, &player->places[move]);
        fetch_values(learner, &player->places[move]);
    }
}

/* The second half: make the best move. False if there is none. */
static bool move_on(const f2048_learner *learner, const f2048_round *round, f2048_player *player,
                    f2048_restarts *restarts) {
    if (!player->legal)
        return false;
    int best = -1;
    float best_value = 0;
    for (int move = 0; move < 4; move++) {
        if (!(player->legal >> move & 1))
            continue;
        const f2048_slide *slide = &player->slides[move];
        float value = (float)slide->reward + value_at(learner, &player->places[move]);
        if (best < 0 || value > best_value) {
            best = move;
            best_value = value;
        }
    }
    const f2048_slide *slide = &player->slides[best];
    player->steps[player->outcome.moves++] = (f2048_step){slide->after, slide->reward};
    player->outcome.score += slide->reward;
    player->board = slide->after;
    spawn(player);
    if (slide->reward >> (player->outcome.max_exponent + 1)) { /* a merge of the two largest */
        player->outcome.max_exponent++;
        if (player->outcome.max_exponent >= round->restart_from)
            restarts->boards[restarts->saved++ % F2048_RESTARTS] = player->board;
    }
    return true;
}

void f2048_learner_play(const f2048_learner *learner, const f2048_tables *tables,
                        const f2048_round *round, f2048_player *players, int number_of_players,
                        f2048_restarts *restarts, f2048_outcome *outcomes) {
    uint64_t next = round->first, end = round->first + round->games;
    int playing = 0;
    for (int i = 0; i < number_of_players && next < end; i++) {
        begin(&players[playing], round, next++, restarts);
        look(learner, tables, &players[playing++]);
    }
    while (playing) {
        for (int i = 0; i < playing; i++) {
            f2048_player *player = &players[i];
            if (!move_on(learner, round, player, restarts)) {
                if (learner->rate > 0)
                    learn(learner, player);
                outcomes[player->number - round->first] = player->outcome;
                if (next == end) { /* the last player takes the place of this one */
                    f2048_step *steps = player->steps;
                    *player = players[--playing];
                    players[playing].steps = steps;
                    i--;
                    continue;
                }
                begin(player, round, next++, restarts);
            }
            look(learner, tables, player);
        }
    }
}
