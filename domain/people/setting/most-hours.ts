// By itself: who checks a form by it needs no event, nor the library that events are checked by.

/** The longest deadline of a step, in working hours: a hundred working days. */
export const MOST_HOURS = 900
