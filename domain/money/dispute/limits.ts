/** So many messages and documents a dispute takes: all of it is read at once, by whoever decides about it too. */
export const MAX_DISPUTE_COMMENTS = 300
export const MAX_DISPUTE_DOCUMENTS = 50
