/* Play card games on Stammtisch: write `choose`, and let `main` return `stammtisch_run(choose, NULL)`.
 *
 * These two files speak the protocol and need nothing but a C11 compiler and POSIX. Keep them
 * beside your bot and leave them as they are. What you write to stderr is kept as your bot's log;
 * write nothing to stdout.
 */
#ifndef STAMMTISCH_BOT_H
#define STAMMTISCH_BOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STAMMTISCH_PROTOCOL 2

typedef enum { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT } json_kind;

/* A JSON value. Values live until the next message comes. */
typedef struct json {
    json_kind kind;
    double number;           /* of JSON_NUMBER */
    const char *text;        /* of JSON_TEXT, UTF-8 */
    const char *key;         /* its name, if it is a member of an object */
    size_t count;            /* how many items or members it has */
    const struct json *first, *next; /* its first item; the next one beside it */
} json;

/* It is your turn. */
typedef struct {
    const json *view;   /* all that your seat may know; the page about the protocol tells what is in it */
    const json *legal;  /* the actions the rules allow, a list of texts */
    long match;         /* number of the match, also in its news: it tells several tables apart */
    uint64_t chance;    /* state of `chance_below` */
    long move_ms;       /* time you may take for this action */
    long bank_ms;       /* time left for all actions of this match */
} stammtisch_turn;

/* Return one of the texts in `turn->legal`. */
typedef const char *stammtisch_choose(stammtisch_turn *turn);

/* Hear that something happened: "type" is match, round, event, round_end, fault or match_end. */
typedef void stammtisch_hear(const json *news);

/* Play until the host hangs up; return what `main` is to return.
 *
 * `hear` may be NULL. Give it if you keep something in mind from turn to turn; the view of a turn
 * holds all news of its round as well, and all scores.
 */
int stammtisch_run(stammtisch_choose *choose, stammtisch_hear *hear);

/* At how many tables you sit at once, 1 unless you set it before you call `stammtisch_run`. Set it to 16
 * if you keep nothing in mind from turn to turn, or keep it by `match`: experiments are faster then. */
extern int stammtisch_tables;

/* Draw a number below `below`, at least 1. Draw all that you leave to chance from here: then the same
 * match can be played again. */
uint32_t chance_below(stammtisch_turn *turn, uint32_t below);

/* Return a member of an object or an item of a list, NULL if there is none. */
const json *json_get(const json *object, const char *key);
const json *json_at(const json *list, size_t index);

/* Return the text or the number, "" or 0 if it is none; NULL is allowed. */
const char *json_text(const json *value);
long json_number(const json *value);

/* Tell whether a list holds a text. */
bool json_holds(const json *list, const char *text);

/* Read one JSON text, of `length` bytes and a NUL after them, in place; NULL if it is not valid.
 *
 * `nodes` must have room for `length` values. Texts that hold NUL are refused, and more than
 * JSON_DEPTH lists and objects inside each other.
 */
#define JSON_DEPTH 64
const json *json_read(char *line, size_t length, json *nodes);

#endif
