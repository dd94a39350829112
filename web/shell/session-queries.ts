import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MenuAnswer } from '#api/people/contracts/menu.ts'
import type { Permission, ProfileAnswer, SessionUser } from '#api/people/contracts/session.ts'
import type { ZodUnknown } from 'zod'
import { api } from './api-client.ts'
import { onLostRight } from './lost-right.ts'
import { forgetSession } from './session.ts'
import { OF_THE_FRAME } from './shown-until.ts'
import { newKey } from './submitting.ts'

const PROFILE = '/api/users/profile'
const MENU = '/api/uimenu'

/** The signed-in person. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.get<typeof ProfileAnswer>(PROFILE, { signal }),
  staleTime: 60_000,
  meta: OF_THE_FRAME,
})

/** The side menu as the server allows it; read again now and then for the counts of waiting work. */
export const menuQuery = queryOptions({
  queryKey: ['uimenu'],
  queryFn: ({ signal }) => api.get<typeof MenuAnswer>(MENU, { signal }),
  staleTime: 30_000,
  meta: OF_THE_FRAME,
  refetchInterval: 60_000,
})

/** The person and what they may do; only inside the signed-in shell. */
export function useUser(): SessionUser {
  const { data } = useQuery(profileQuery)
  if (!data) throw new Error('useUser outside the signed-in shell')
  return data.data
}

/** Whether the person holds a permission. Hides what the server would refuse; the server still decides. */
export function usePermission(permission: Permission): boolean {
  return useUser().permissions.includes(permission)
}

/** Whoever has lost a right while a page stood open is offered it no longer, once a call was refused for it. */
export function useRightsOfNow() {
  const client = useQueryClient()
  useEffect(
    () =>
      onLostRight((path) => {
        if (path === PROFILE || path === MENU) return
        for (const { queryKey } of [profileQuery, menuQuery]) void client.invalidateQueries({ queryKey })
      }),
    [client],
  )
}

/** Signs out here at once; the server is told, and if it cannot be reached the token ends by itself. */
export function useSignOut() {
  const client = useQueryClient()
  return async () => {
    const told = fetchLogout()
    forgetSession()
    client.clear()
    await told
  }
}

async function fetchLogout() {
  try {
    await api.post<ZodUnknown>('/api/logout', {}, newKey())
  } catch (error) {
    console.warn('The server was not told of the sign-out', error)
  }
}
