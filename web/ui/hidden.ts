/** What stands in place of what is personal, for those who see none of it. */
export const HIDDEN = 'Hidden: your role sees no personal data'
