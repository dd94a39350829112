import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RoleTreeEvent } from '#domain/people/role-tree/events.ts'
import { ALL_ROLES, roleTree, type RoleTreeCommand } from '#domain/people/role-tree/role-tree.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, inAnotherStream, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

type Pair = readonly [string, string]
const edge = ([roleId, parentRoleId]: Pair) => ({ roleId, parentRoleId })
const place = (pair: Pair, known: readonly Pair[] = []): RoleTreeCommand =>
  command('PlaceRoleUnder', { ...edge(pair), known: known.map(edge) })
const take = (pair: Pair): RoleTreeCommand => command('TakeRoleFromUnder', edge(pair))
const placed = (pair: Pair): RoleTreeEvent => ({
  type: 'RolePlacedUnder',
  data: { ...edge(pair), by: 'user-1', at: AT },
})
const taken = (pair: Pair): RoleTreeEvent => ({ ...placed(pair), type: 'RoleTakenFromUnder' })

test('a role stands under another once, until it is taken from there', () => {
  given(roleTree)
    .when(place(['a', 'b']))
    .then(placed(['a', 'b']))
  given(roleTree, placed(['a', 'b']))
    .when(place(['a', 'b']))
    .thenNothing()
  given(roleTree, placed(['a', 'b']))
    .when(take(['a', 'b']))
    .then(taken(['a', 'b']))
  given(roleTree)
    .when(take(['a', 'b']))
    .thenNothing()
})

test('no role stands under itself, however many stand between, and wherever that is known from', () => {
  given(roleTree)
    .when(place(['a', 'a']))
    .thenRefused('role_under_itself')
  given(roleTree, placed(['a', 'b']), placed(['b', 'c']))
    .when(place(['c', 'a']))
    .thenRefused('role_under_itself')
  given(roleTree, placed(['a', 'b']))
    .when(place(['c', 'a'], [['b', 'c']]))
    .thenRefused('role_under_itself')
  given(roleTree, placed(['a', 'b']), taken(['a', 'b']))
    .when(place(['b', 'a']))
    .then(placed(['b', 'a']))
})

const pair = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('a', 'b', 'c', 'd'))
const anyCommand: fc.Arbitrary<RoleTreeCommand> = fc.oneof(
  { weight: 3, arbitrary: pair.map((one) => place(one)) },
  { weight: 1, arbitrary: pair.map(take) },
)
describeDeciderProperties(roleTree, anyCommand, (tree) => {
  // Whoever walks up from anywhere comes to an end.
  for (const { roleId } of tree) {
    let above = new Set([roleId])
    for (let step = 0; step <= tree.length && above.size > 0; step += 1)
      above = new Set(tree.filter((one) => above.has(one.roleId)).map(({ parentRoleId }) => parentRoleId))
    expect(above.size).toBe(0)
  }
})
describeFollows(
  roleTree,
  runsOf(anyCommand),
  {
    'an event of another stream': inAnotherStream,
    'a role under itself': changed(({ type, data }) =>
      type === 'RolePlacedUnder' ? { parentRoleId: data.roleId } : undefined,
    ),
  },
  ALL_ROLES,
)
