import type { SignedInAnswer, SignInAsBody } from '#api/people/contracts/session.ts'
import { api } from '#web/shell/api-client.ts'

/** A session as somebody else, in which nothing can be changed. */
export const seeAs = (body: SignInAsBody, key: string) =>
  api.post<typeof SignedInAnswer>('/api/secure/superadmin/support/anonymous/auth', body, key)
