/* A bot for Stammtisch. Put your own idea into `choose`. */

#include "stammtisch_bot.h"

/* Return one of the texts in `turn->legal`, the actions that the rules allow now. */
static const char *choose(stammtisch_turn *turn)
{
    /* Your idea goes here. This one is careful in the auction and plays any card. */
    if (json_holds(turn->legal, "pass"))
        return "pass";
    uint32_t any = chance_below(turn, (uint32_t)turn->legal->count);
    return json_text(json_at(turn->legal, any));
}

int main(void)
{
    stammtisch_tables = 16; /* it keeps nothing in mind, so tables may be mixed */
    return stammtisch_run(choose, NULL);
}
