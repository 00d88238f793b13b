/* Random playouts of Mit List und Tücke in C: the same algorithm as engine/ and
 * games/mit_list_und_tuecke.py, function by function, to see what the engine costs beside it.
 *
 * The state has the same fields, places, known sets and masks, and the generator is the same, so
 * from the same seed both make the same moves. The rules are explained in the Python modules.
 *
 * gcc -O3 -march=native -shared -fPIC
 */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { SEATS = 6, SUITS = 4, CARDS = SUITS * 32, TRICKS = 14, MAX_LEGAL = 20 };
enum { HAND = 0, TABLE = 10, WON = 20, ASIDE = 30, DISCARD = 43, PLACES = 44 };
enum { ABSENT = 255, NO_CARD = 255, EVERYBODY = 0xFFFF };
enum { PLAY, TAKE, KEEP, OVER };
enum { TAKE_ACTION = 256, KEEP_ACTION = 512 };

typedef struct {
    int64_t seats, rounds, round_index, played, dealer, next_dealer;
    int64_t turn, phase, over_phase, trick, leader, on_table, redeal, over;
    uint64_t entropy, rng;
    int64_t totals[SEATS], scores[SEATS];
    uint32_t hand[SEATS][SUITS];
    uint8_t table[SEATS];
    uint8_t count[PLACES];
    uint16_t known[CARDS];
    uint8_t place[CARDS];
    int64_t colours, first, second;
    uint32_t won[SEATS][SUITS];
    uint8_t kept[SEATS];
} State;

static const int64_t HIGHEST[][SUITS] = {{14, 14, 14, 14}, {17, 17, 18, 18}, {21, 21, 21, 21}};
static const int32_t PAIRS[] = {3, 5, 9, 6, 10, 12};
static const int32_t SHARES_OF_4[] = {3, 5, 9, 6, 10, 12};
static const int32_t SHARES_OF_5[] = {7, 11, 19, 13, 21, 25, 14, 22, 26, 28};
static const int32_t SHARES_OF_6[] = {7,  11, 19, 35, 13, 21, 37, 25, 41, 49,
                                      14, 22, 38, 26, 42, 50, 28, 44, 52, 56};

/* The generator: SplitMix64. */

#define STEP 0x9E3779B97F4A7C15u

static int64_t random_below(State *s, int64_t n) {
    uint64_t word = s->rng += STEP;
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
    word ^= word >> 31;
    return (int64_t)(((word >> 32) * (uint64_t)n) >> 32);
}

/* The header that every game shares. */

static int64_t next_seat(const State *s, int64_t seat) {
    return seat + 1 == s->seats ? 0 : seat + 1;
}

static void begin_round(State *s) {
    s->dealer = s->next_dealer;
    s->round_index++;
    s->redeal = s->trick = s->on_table = 0;
    memset(s->scores, 0, sizeof s->scores);
    memset(s->table, NO_CARD, sizeof s->table);
    memset(s->hand, 0, sizeof s->hand);
    memset(s->count, 0, sizeof s->count);
    memset(s->place, ABSENT, sizeof s->place);
    memset(s->known, 0, sizeof s->known);
}

static void close_round(State *s) {
    for (int64_t seat = 0; seat < s->seats; seat++)
        s->totals[seat] += s->scores[seat];
    if (!s->redeal) {
        s->played++;
        s->next_dealer = next_seat(s, s->dealer);
    }
    if (s->rounds > 0 && s->played >= s->rounds)
        s->over = 1;
}

static void finish_round(State *s) {
    s->phase = s->over_phase;
    s->turn = -1;
}

static void put(State *s, int64_t card, int64_t place, uint16_t known) {
    s->place[card] = (uint8_t)place;
    s->known[card] = known;
    s->count[place]++;
    if (place < TABLE)
        s->hand[place][card >> 5] |= 1u << (card & 31);
}

static void move(State *s, int64_t card, int64_t place, uint16_t known) {
    int64_t old = s->place[card];
    s->count[old]--;
    if (old < TABLE)
        s->hand[old][card >> 5] &= ~(1u << (card & 31));
    put(s, card, place, known);
}

static void play_to_trick(State *s, int64_t card) {
    move(s, card, TABLE + s->turn, EVERYBODY);
    s->table[s->turn] = (uint8_t)card;
    s->on_table++;
}

static void clear_table(State *s) {
    memset(s->table, NO_CARD, sizeof s->table);
    s->on_table = 0;
}

/* The rules of the game. */

static void deal(State *s, const uint8_t *deck, int64_t cards) {
    int64_t seat = s->leader = next_seat(s, s->dealer);
    for (int64_t i = 0; i < cards; i++) {
        put(s, deck[i], HAND + seat, (uint16_t)(1u << seat));
        seat = next_seat(s, seat);
    }
    memset(s->kept, 0, sizeof s->kept);
    memset(s->won, 0, sizeof s->won);
    s->colours = 0;
    s->turn = s->leader;
    s->phase = PLAY;
}

static int64_t allowed_colours(const State *s) {
    return __builtin_popcountll((uint64_t)s->colours) == 3 ? s->colours : 15;
}

/* The cards a seat may play, as bits by card number: blue and green, or red and yellow. */
static uint64_t playable(const State *s, int64_t seat, int half) {
    static const uint64_t MASKS[] = {0, 0xFFFFFFFFu, 0xFFFFFFFF00000000u, 0xFFFFFFFFFFFFFFFFu};
    const uint32_t *hand = s->hand[seat] + 2 * half;
    return (hand[0] | (uint64_t)hand[1] << 32) & MASKS[allowed_colours(s) >> (2 * half) & 3];
}

static bool is_blocked(const State *s, int64_t seat) {
    return !(playable(s, seat, 0) | playable(s, seat, 1));
}

static int64_t legal_cards(const State *s, int32_t *out) {
    uint64_t held = playable(s, s->turn, 0), rest = playable(s, s->turn, 1);
    int64_t n = __builtin_popcountll(held) + __builtin_popcountll(rest);
    int32_t base = 0;
    for (int64_t i = 0; i < n; i++) {
        if (!held) {
            held = rest;
            base = 64;
        }
        out[i] = base + __builtin_ctzll(held);
        held &= held - 1;
    }
    return n;
}

static int64_t copy_actions(int32_t *out, int32_t base, const int32_t *sets, int64_t n) {
    for (int64_t i = 0; i < n; i++)
        out[i] = base + sets[i];
    return n;
}

static int64_t legal_shares(const State *s, int32_t *out) {
    if (s->seats == 4)
        return copy_actions(out, TAKE_ACTION, SHARES_OF_4, 6);
    if (s->seats == 5)
        return copy_actions(out, TAKE_ACTION, SHARES_OF_5, 10);
    return copy_actions(out, TAKE_ACTION, SHARES_OF_6, 20);
}

static int64_t legal(const State *s, int32_t *out) {
    switch (s->phase) {
    case PLAY:
        return legal_cards(s, out);
    case TAKE:
        return legal_shares(s, out);
    case KEEP:
        return copy_actions(out, KEEP_ACTION, PAIRS, 6);
    default:
        return 0;
    }
}

static void find_winners(State *s) {
    s->first = s->leader;
    s->second = -1;
    int highest = s->table[s->leader], lowest_rank = 32;
    for (int64_t seat = next_seat(s, s->leader); seat != s->leader; seat = next_seat(s, seat)) {
        int card = s->table[seat];
        if (card >> 5 == highest >> 5) {
            if (card > highest) {
                s->first = seat;
                highest = card;
            }
        } else if ((card & 31) < lowest_rank) {
            s->second = seat;
            lowest_rank = card & 31;
        }
    }
    s->turn = s->first;
    s->phase = TAKE;
}

static void play(State *s, int64_t card) {
    s->colours |= 1 << (card >> 5);
    play_to_trick(s, card);
    if (s->on_table == s->seats) {
        find_winners(s);
        return;
    }
    s->turn = next_seat(s, s->turn);
    if (is_blocked(s, s->turn))
        finish_round(s);
}

static void collect(State *s, int64_t seat, int64_t card) {
    int64_t colour = card >> 5;
    uint32_t is_open = s->kept[seat] ? s->kept[seat] >> colour & 1 : 1;
    move(s, card, (is_open ? WON : ASIDE) + seat, EVERYBODY);
    s->won[seat][colour] |= is_open << (card & 31);
}

static bool must_choose(const State *s, int64_t seat) {
    const uint32_t *won = s->won[seat];
    return !s->kept[seat] && won[0] && won[1] && won[2] && won[3];
}

static void go_on(State *s) {
    s->phase = KEEP;
    if (must_choose(s, s->first)) {
        s->turn = s->first;
    } else if (s->second >= 0 && must_choose(s, s->second)) {
        s->turn = s->second;
    } else {
        s->trick++;
        s->colours = 0;
        s->turn = s->leader;
        s->phase = PLAY;
        if (s->trick == TRICKS)
            finish_round(s);
    }
}

static void take(State *s, int64_t share) {
    for (int64_t seat = 0; seat < s->seats; seat++) {
        int64_t card = s->table[seat], winner = share >> seat & 1 ? s->first : s->second;
        if (winner >= 0)
            collect(s, winner, card);
        else
            move(s, card, DISCARD, EVERYBODY);
    }
    clear_table(s);
    s->leader = s->second >= 0 ? s->second : s->first;
    go_on(s);
}

static void keep(State *s, int64_t pair) {
    int64_t seat = s->turn;
    s->kept[seat] = (uint8_t)pair;
    for (int colour = 0; colour < SUITS; colour++) {
        if (pair >> colour & 1)
            continue;
        for (uint32_t stack = s->won[seat][colour]; stack; stack &= stack - 1)
            move(s, colour * 32 + __builtin_ctz(stack), ASIDE + seat, EVERYBODY);
        s->won[seat][colour] = 0;
    }
    go_on(s);
}

static void apply(State *s, int64_t action) {
    if (s->phase == PLAY)
        play(s, action);
    else if (s->phase == TAKE)
        take(s, action - TAKE_ACTION);
    else
        keep(s, action - KEEP_ACTION);
}

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t score_of(int64_t blue, int64_t green, int64_t red, int64_t yellow,
                        int64_t discards) {
    int64_t high = larger(blue, green), low = larger(red, yellow);
    int64_t largest = larger(high, low);
    int64_t second = larger(smaller(high, low),
                            high > low ? smaller(blue, green) : smaller(red, yellow));
    int64_t rest = blue + green + red + yellow + discards - largest - second;
    return largest * second / larger(rest, 1);
}

static void end_round(State *s) {
    for (int64_t seat = 0; seat < s->seats; seat++) {
        const uint32_t *won = s->won[seat];
        s->scores[seat] = score_of(__builtin_popcount(won[0]), __builtin_popcount(won[1]),
                                   __builtin_popcount(won[2]), __builtin_popcount(won[3]),
                                   s->count[ASIDE + seat]);
    }
    close_round(s);
}

static int64_t fill_deck(int64_t players, uint8_t *deck) {
    int64_t cards = 0;
    for (int colour = 0; colour < SUITS; colour++)
        for (int64_t rank = 1; rank <= HIGHEST[players - 4][colour]; rank++)
            deck[cards++] = (uint8_t)(colour * 32 + rank);
    return cards;
}

static State before_first_deal(int64_t players, int64_t rounds, uint64_t seed) {
    State s;
    memset(&s, 0, sizeof s);
    s.seats = players;
    s.rounds = rounds;
    s.round_index = -1;
    s.turn = -1;
    s.phase = s.over_phase = OVER;
    s.rng = seed;
    memset(s.place, ABSENT, sizeof s.place);
    memset(s.table, NO_CARD, sizeof s.table);
    return s;
}

/* Play random matches of `rounds` rounds; write their totals, a row of `players` each, and
 * return the number of moves. */
int64_t playouts(int64_t players, int64_t rounds, int64_t matches, uint64_t seed,
                 int64_t *totals) {
    uint8_t deck[CARDS];
    int32_t actions[MAX_LEGAL];
    int64_t cards = fill_deck(players, deck), moves = 0;
    const State first = before_first_deal(players, rounds, seed);
    State s;
    for (int64_t match = 0; match < matches; match++) {
        s = first;
        s.rng = seed + ((uint64_t)match << 32) * STEP;
        while (!s.over) {
            for (int64_t i = cards - 1; i > 0; i--) {
                int64_t j = random_below(&s, i + 1);
                uint8_t card = deck[i];
                deck[i] = deck[j];
                deck[j] = card;
            }
            begin_round(&s);
            s.entropy = s.rng;
            deal(&s, deck, cards);
            while (s.phase != s.over_phase) {
                apply(&s, actions[random_below(&s, legal(&s, actions))]);
                moves++;
            }
            end_round(&s);
        }
        for (int64_t seat = 0; seat < players; seat++)
            totals[match * players + seat] = s.totals[seat];
    }
    return moves;
}
