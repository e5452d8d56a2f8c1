import { englishStem } from "./_english_stem.ts";

/**
 * The English words whose forms are no matter of endings: a closed class, of which a form that is a common
 * word of its own (`saw`, `rose`, `lay`) is left out.
 */
const FAMILIES =
  ("become became|begin began begun|bend bent|bind bound|bite bit bitten|blow blew blown|break broke broken|breed bred|" +
    "bring brought|build built|burn burnt|buy bought|catch caught|choose chose chosen|come came|creep crept|" +
    "deal dealt|dig dug|draw drew drawn|dream dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|" +
    "feed fed|feel felt|fight fought|find found|flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten|" +
    "forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone|grow grew grown|hang hung|" +
    "hear heard|hide hid hidden|hold held|keep kept|know knew known|lead led|lean leant|learn learnt|lend lent|lose lost|" +
    "make made|mean meant|meet met|overcome overcame|pay paid|rewrite rewrote rewritten|ride rode ridden|ring rang rung|" +
    "rise risen|run ran|say said|see seen|seek sought|sell sold|send sent|shake shook shaken|shine shone|shoot shot|" +
    "show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken|" +
    "spend spent|spin spun|stand stood|steal stole stolen|stick stuck|strike struck|swear swore sworn|sweep swept|" +
    "swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown|" +
    "understand understood|undo undid undone|wake woke woken|wear wore worn|win won|withdraw withdrew withdrawn|" +
    "write wrote written|" +
    "appendix appendices|bacterium bacteria|child children|criterion criteria|foot feet|half halves|index indices|" +
    "knife knives|leaf leaves|life lives|man men|matrix matrices|mouse mice|nucleus nuclei|person people|" +
    "phenomenon phenomena|shelf shelves|stimulus stimuli|tooth teeth|vertex vertices|wolf wolves|woman women")
    .split("|").map((family) => family.split(" "));

const BY_STEM: ReadonlyMap<string, readonly string[]> = new Map(
  FAMILIES.flatMap((family) => family.map((form) => [englishStem(form), family.map(englishStem)] as const)),
);

/** The stems of the other forms of a word with this stem, where they differ: of `break`, those of `broke` and `broken`. */
export function irregularStems(stem: string): readonly string[] {
  return BY_STEM.get(stem)?.filter((other) => other !== stem) ?? [];
}
