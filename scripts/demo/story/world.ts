import type { Codes } from '#commands/codes.ts'
import type { Handler } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import type { Command } from '#domain/kernel/decider.ts'
import type { Permission } from '#domain/kernel/permissions.ts'

/** An order at the product service, which a drug bill fulfils. */
export type StoryOrder = {
  readonly id: string
  readonly patientId: string
  readonly coeId: string
  readonly orderedBy: string
  readonly at: string
}

/** What a story is told to: the real commands on some log. */
export type StoryWorld = {
  readonly handler: Handler
  readonly codes: Codes
  readonly emailSecret: string
  /** Puts an order on record where the product service keeps them; the same order again changes nothing. */
  readonly placeOrder: (order: StoryOrder) => Promise<void>
  /** Nothing more will happen to this stream. */
  readonly forget: (stream: string) => void
  /** How many people's days go on at once. */
  readonly atOnce: number
}

/** Somebody who acts in a story. `coeId` is the hospital of hospital people. */
export type Actor = { readonly userId: string; readonly role: string; readonly coeId?: string }

/** What a story is called: its name is part of every id in it. */
export type Story = { readonly seed: string }

/** A command of the story; its id derives from what it is about, so that the story told again adds nothing. */
export function told<T extends string, D>(
  { seed }: Story,
  type: T,
  about: readonly string[],
  actor: Actor,
  permission: Permission,
  at: string,
  data: D,
): Command<T, D> {
  const id = deriveId('story', seed, type, ...about)
  const { userId: by, role, coeId } = actor
  const origin = { roles: [role], permission, correlationId: id, ...(coeId === undefined ? {} : { coeId }) }
  return { type, id, data, by, at, origin }
}
