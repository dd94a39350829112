import type { ZodUnknown } from 'zod'
import type { ProfileBody } from '#api/people/contracts/session.ts'
import { api } from '#web/shell/api-client.ts'

/** Saves the person's own profile; 422 with texts by field. */
export const saveProfile = (body: ProfileBody, key: string) => api.put<ZodUnknown>('/api/profile', body, key)
