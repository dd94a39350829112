import { refuse, type Refusal } from '#domain/kernel/decider.ts'
import { service } from '#domain/catalogue/service/service.ts'
import { type Handler, load } from '#commands/handle.ts'

export type ParentRefusal = 'service_parent_unknown'

/** Why a service cannot stand under another: that one is not offered. */
export async function missingParent(
  handler: Handler,
  parentId: string | undefined,
): Promise<Refusal<ParentRefusal> | undefined> {
  if (parentId === undefined) return undefined
  const { status } = await load(handler, service, parentId)
  return status === 'offered' ? undefined : refuse('service_parent_unknown')
}
