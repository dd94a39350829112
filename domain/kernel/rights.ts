import type { Link } from './chain.ts'
import type { AnyEvent } from './decider.ts'
import type { Permission } from './permissions.ts'

/** A step of a chain: whose it is stands in its link alone. */
export type HeldLink = Pick<Link, 'permission'>

type Ways<D> = {
  /** Whoever holds one of these. */
  readonly permission: readonly Permission[]
  /** Whoever may take a step of a chain: that which `of` finds in the data, any of `links` where it is left out. */
  readonly chain: { readonly links: readonly HeldLink[]; readonly of?: (data: D) => HeldLink | undefined }
  /** A second person, who may ask for what was proposed: by the right of whichever of these events the stream has. */
  readonly second: readonly string[]
  /** The person whom this field names, of themselves. */
  readonly own: keyof D & string
  /** The portal, in the installation's name; `once`: where nobody has said it before. */
  readonly system: 'always' | 'once'
  /** An operator, at the machine: they have no account. */
  readonly operator: true
  /**
   * Part of what one of these events began or is about to, under the same name, by a process perhaps, whatever its maker may by
   * then. Alone, the rules of its stream and across streams hold the event.
   */
  readonly follows: readonly string[]
}

/** By which right an event may come: at least one way, any of which will do (docs/decisions/0040). */
export type Right<D> = { [W in keyof Ways<D>]: Pick<Ways<D>, W> & Partial<Ways<D>> }[keyof Ways<D>]

/** The right of each event of an aggregate: one without does not compile. */
export type Rights<E extends AnyEvent> = {
  readonly [T in E['type']]: Right<Extract<E, { readonly type: T }>['data']>
}

/** The right of an event whose type is not known here. */
export type AnyRight = Partial<Ways<never>>
export type AnyRights = Readonly<Record<string, AnyRight>>

/** The permissions of which whoever records an event by a permission holds one; none where it takes none. */
export function permissionsOf(rights: AnyRights, type: string): readonly Permission[] {
  const { permission = [], chain, second = [] } = rights[type] ?? {}
  const steps = chain?.links.map((link) => link.permission) ?? []
  return [...new Set([...permission, ...steps, ...second.flatMap((one) => permissionsOf(rights, one))])]
}
