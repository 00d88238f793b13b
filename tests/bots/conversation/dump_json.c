/* Write each line of JSON as the reader of the C kit understood it, or a lone ! if it refused it. */

#define _POSIX_C_SOURCE 200809L

#include "stammtisch_bot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void dump_text(const char *text)
{
    putchar('"');
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            printf("\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            printf("\\u%04x", *text);
        else
            putchar(*text);
    putchar('"');
}

static void dump(const json *value)
{
    static const char *const WORDS[] = {"null", "false", "true"};
    if (value->kind <= JSON_TRUE)
        printf("%s", WORDS[value->kind]);
    else if (value->kind == JSON_NUMBER)
        printf("%.17g", value->number);
    else if (value->kind == JSON_TEXT)
        dump_text(value->text);
    else {
        putchar(value->kind == JSON_LIST ? '[' : '{');
        for (const json *item = value->first; item; item = item->next) {
            if (value->kind == JSON_OBJECT) {
                dump_text(item->key);
                putchar(':');
            }
            dump(item);
            if (item->next)
                putchar(',');
        }
        putchar(value->kind == JSON_LIST ? ']' : '}');
    }
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&line, &room, stdin)) > 0) {
        json *nodes = malloc((size_t)length * sizeof *nodes); /* no more than is promised to be enough */
        const json *value = json_read(line, (size_t)length, nodes);
        if (value)
            dump(value);
        else
            putchar('!');
        putchar('\n');
        free(nodes);
    }
    free(line);
    return 0;
}
