/** What stands in place of what is personal, for those who see none of it. */
export const HIDDEN = 'Hidden, because your role cannot see personal data'
