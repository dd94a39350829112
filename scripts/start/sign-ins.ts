import { DEMO_PASSWORD, DEMO_PEOPLE } from '#scripts/demo/people/demo-people.ts'

/** One demo sign-in per role, as a table for the terminal. */
export function signInLines(): string[] {
  const first = DEMO_PEOPLE.filter(({ email }) => !/-2@/.test(email))
  const width = Math.max(...first.map(({ role }) => role.length))
  return [
    `Sign in with the password ${DEMO_PASSWORD} as:`,
    ...first.map(({ role, email }) => `  ${role.padEnd(width)}  ${email}`),
    '(a second person for every role: the same with -2 before the @)',
  ]
}
