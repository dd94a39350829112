/** What sign-in says to whoever has not verified their e-mail yet: its screen leads to where they do. By itself, as that screen loads little. */
export const VERIFY_FIRST = 'Verify your email first'
