/**
 * Words that carry a question and not its subject, halves of contractions among them. They count only in a
 * query that has no other word.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  ("a about all also am an and any are aren as at be because been being but by can cannot could couldn " +
    "did didn do does doesn doing don done for from get gets give had hadn has hasn have haven having " +
    "he help her here him his how i if im in into is isn it its just let like ll make me might mustn my " +
    "need needs no not of on one or our out please s she should shouldn so some such t than that the " +
    "their them then there these they this those to too up us ve want wants was wasn way we were weren " +
    "what when where which who whom whose why will with without won would wouldn you your").split(" "),
);
