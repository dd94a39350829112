import type { LoginAnswer, LoginBody } from '#api/people/contracts/session.ts'
import { api } from '#web/shell/api-client.ts'

/** Signs in; refused with 401 (wrong), 422 (missing) or 429 (too many tries). */
export const signIn = (body: LoginBody, key: string) => api.post<typeof LoginAnswer>('/api/login', body, key)
