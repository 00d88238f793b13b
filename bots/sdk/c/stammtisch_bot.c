/* The protocol and a reader of JSON; stammtisch_bot.h says how to use them. */

#define _POSIX_C_SOURCE 200809L

#include "stammtisch_bot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reading JSON: `at` is the next byte, which is NUL at the end of the line. */

typedef struct {
    char *at;
    json *free_node;
    int depth;
} reader;

static json *read_value(reader *r);

static void skip_space(reader *r)
{
    while (*r->at == ' ' || *r->at == '\t' || *r->at == '\r' || *r->at == '\n')
        r->at++;
}

static json *new_node(reader *r, json_kind kind)
{
    json *node = r->free_node++;
    *node = (json){.kind = kind};
    return node;
}

/* Read four hexadecimal digits; -1 if they are none. */
static long read_hex(reader *r)
{
    long code = 0;
    for (int i = 0; i < 4; i++) {
        const char *digits = "0123456789abcdef0123456789ABCDEF";
        const char *digit = *r->at ? strchr(digits, *r->at) : NULL;
        if (!digit)
            return -1;
        code = code * 16 + (digit - digits) % 16;
        r->at++;
    }
    return code;
}

/* Read what follows \u, both halves of a pair of surrogates; -1 if it is no character. */
static long read_code(reader *r)
{
    long code = read_hex(r);
    if (code < 0xD800 || code > 0xDFFF)
        return code;
    if (code > 0xDBFF || r->at[0] != '\\' || r->at[1] != 'u')
        return -1;
    r->at += 2;
    long low = read_hex(r);
    if (low < 0xDC00 || low > 0xDFFF)
        return -1;
    return 0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00);
}

static char *put_utf8(char *to, long code)
{
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xC0 | code >> 6);
        *to++ = (char)(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        *to++ = (char)(0xE0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 0x3F));
        *to++ = (char)(0x80 | (code & 0x3F));
    } else {
        *to++ = (char)(0xF0 | code >> 18);
        *to++ = (char)(0x80 | (code >> 12 & 0x3F));
        *to++ = (char)(0x80 | (code >> 6 & 0x3F));
        *to++ = (char)(0x80 | (code & 0x3F));
    }
    return to;
}

/* Read a text behind its first quote, into the place it is read from: it never gets longer. */
static const char *read_text(reader *r)
{
    const char *text = r->at;
    char *to = r->at;
    while (*r->at != '"') {
        unsigned char c = (unsigned char)*r->at++;
        if (c < 0x20)
            return NULL;
        if (c != '\\') {
            *to++ = (char)c;
            continue;
        }
        char escaped = *r->at;
        if (!escaped)
            return NULL;
        r->at++;
        if (escaped == 'u') {
            long code = read_code(r);
            if (code <= 0)
                return NULL;
            to = put_utf8(to, code);
        } else {
            const char *names = "\"\\/bfnrt", *means = "\"\\/\b\f\n\r\t";
            const char *name = strchr(names, escaped);
            if (!name)
                return NULL;
            *to++ = means[name - names];
        }
    }
    r->at++;
    *to = '\0';
    return text;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static json *read_number(reader *r)
{
    char *start = r->at, *end = start + (*start == '-');
    if (!is_digit(*end) || (*end == '0' && is_digit(end[1])))
        return NULL;
    while (is_digit(*end))
        end++;
    if (*end == '.') {
        if (!is_digit(*++end))
            return NULL;
        while (is_digit(*end))
            end++;
    }
    if (*end == 'e' || *end == 'E') {
        end += end[1] == '+' || end[1] == '-' ? 2 : 1;
        if (!is_digit(*end))
            return NULL;
        while (is_digit(*end))
            end++;
    }
    json *node = new_node(r, JSON_NUMBER);
    node->number = strtod(start, NULL);
    r->at = end;
    return node;
}

static json *read_word(reader *r, const char *word, json_kind kind)
{
    if (strncmp(r->at, word, strlen(word)) != 0)
        return NULL;
    r->at += strlen(word);
    return new_node(r, kind);
}

static const char *read_key(reader *r)
{
    if (*r->at != '"')
        return NULL;
    r->at++;
    const char *key = read_text(r);
    skip_space(r);
    if (!key || *r->at != ':')
        return NULL;
    r->at++;
    skip_space(r);
    return key;
}

/* Read a list or an object behind its first bracket. */
static json *read_items(reader *r, json_kind kind, char close)
{
    json *node = new_node(r, kind);
    const json **link = &node->first;
    skip_space(r);
    if (*r->at == close) {
        r->at++;
        return node;
    }
    if (++r->depth > JSON_DEPTH)
        return NULL;
    for (;; r->at++) {
        skip_space(r);
        const char *key = NULL;
        if (kind == JSON_OBJECT && !(key = read_key(r)))
            return NULL;
        json *item = read_value(r);
        if (!item)
            return NULL;
        item->key = key;
        *link = item;
        link = &item->next;
        node->count++;
        skip_space(r);
        if (*r->at != ',')
            break;
    }
    r->depth--;
    return *r->at++ == close ? node : NULL;
}

static json *read_value(reader *r)
{
    switch (*r->at) {
    case '{':
        r->at++;
        return read_items(r, JSON_OBJECT, '}');
    case '[':
        r->at++;
        return read_items(r, JSON_LIST, ']');
    case '"': {
        r->at++;
        json *node = new_node(r, JSON_TEXT);
        node->text = read_text(r);
        return node->text ? node : NULL;
    }
    case 't':
        return read_word(r, "true", JSON_TRUE);
    case 'f':
        return read_word(r, "false", JSON_FALSE);
    case 'n':
        return read_word(r, "null", JSON_NULL);
    default:
        return read_number(r);
    }
}

const json *json_read(char *line, size_t length, json *nodes)
{
    reader r = {.at = line, .free_node = nodes};
    skip_space(&r);
    const json *value = read_value(&r);
    skip_space(&r);
    return value && r.at == line + length ? value : NULL;
}

const json *json_get(const json *object, const char *key)
{
    if (!object || object->kind != JSON_OBJECT)
        return NULL;
    const json *member = object->first;
    while (member && strcmp(member->key, key) != 0)
        member = member->next;
    return member;
}

const json *json_at(const json *list, size_t index)
{
    const json *item = list ? list->first : NULL;
    while (item && index--)
        item = item->next;
    return item;
}

const char *json_text(const json *value)
{
    return value && value->kind == JSON_TEXT ? value->text : "";
}

long json_number(const json *value)
{
    return value && value->kind == JSON_NUMBER ? (long)value->number : 0;
}

bool json_holds(const json *list, const char *text)
{
    const json *item = list ? list->first : NULL;
    while (item && strcmp(json_text(item), text) != 0)
        item = item->next;
    return item != NULL;
}

/* The protocol */

int stammtisch_tables = 1;

uint32_t chance_below(stammtisch_turn *turn, uint32_t below)
{
    /* A linear congruence; its upper half is good enough for games. */
    turn->chance = turn->chance * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((turn->chance >> 32) * below >> 32);
}

static void write_text(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            printf("\\%c", c);
        else if (c < 0x20)
            printf("\\u%04x", c);
        else
            putchar(c);
    }
    putchar('"');
}

static void act(const json *request, stammtisch_choose *choose)
{
    const json *view = json_get(request, "view"), *clock = json_get(request, "clock");
    stammtisch_turn turn = {
        .view = view,
        .legal = json_get(view, "legal"),
        .match = json_number(json_get(request, "match")),
        .chance = (uint64_t)json_number(json_get(request, "seed")),
        .move_ms = json_number(json_get(clock, "move_ms")),
        .bank_ms = json_number(json_get(clock, "bank_ms")),
    };
    chance_below(&turn, 1); /* seeds that are alike shall not draw alike */
    const char *action = choose(&turn);
    printf("{\"seq\":%ld,\"action\":", json_number(json_get(request, "seq")));
    write_text(action);
    printf("}\n");
    fflush(stdout);
}

static bool greet(const json *hello, bool events)
{
    long oldest = json_number(json_get(hello, "protocol")), newest = json_number(json_get(hello, "newest"));
    if (oldest > STAMMTISCH_PROTOCOL) {
        fprintf(stderr, "the host speaks protocol %ld, this file %d\n", oldest, STAMMTISCH_PROTOCOL);
        return false;
    }
    if (newest < oldest || newest > STAMMTISCH_PROTOCOL)
        newest = newest < oldest ? oldest : STAMMTISCH_PROTOCOL;
    printf("{\"seq\":%ld,\"protocol\":%ld,\"events\":%s", json_number(json_get(hello, "seq")), newest,
           events ? "true" : "false");
    if (newest > 1)
        printf(",\"tables\":%d", stammtisch_tables);
    printf("}\n");
    fflush(stdout);
    return true;
}

int stammtisch_run(stammtisch_choose *choose, stammtisch_hear *hear)
{
    char *line = NULL;
    json *nodes = NULL;
    size_t room = 0, known = 0;
    ssize_t length;
    bool good = true;
    while (good && (length = getline(&line, &room, stdin)) > 0) {
        if (room > known) {
            free(nodes);
            nodes = malloc(room * sizeof *nodes);
            known = room;
        }
        const json *message = nodes ? json_read(line, (size_t)length, nodes) : NULL;
        const char *type = json_text(json_get(message, "type"));
        if (!message) {
            fprintf(stderr, "this line cannot be read: %.200s\n", line);
            good = false;
        } else if (strcmp(type, "hello") == 0)
            good = greet(message, hear != NULL);
        else if (strcmp(type, "act") == 0)
            act(message, choose);
        else if (hear)
            hear(message);
    }
    free(nodes);
    free(line);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
