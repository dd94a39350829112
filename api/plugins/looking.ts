/** What support is told that would change something while it sees the portal as somebody else does. */
export const LOOKING = 'You are looking at the portal as this person does: nothing can be changed'
