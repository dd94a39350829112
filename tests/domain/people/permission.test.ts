import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PermissionEvent } from '#domain/people/permission/events.ts'
import { permission, type PermissionCommand } from '#domain/people/permission/permission.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, inAnotherStream, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const permissionId = 'permission-1'
const add = (name = 'VIEW_WARD') => command('AddPermission', { permissionId, permission: name, description: 'A link' })
const added: PermissionEvent = {
  type: 'PermissionAdded',
  data: { permissionId, permission: 'VIEW_WARD', description: 'A link', by: 'user-1', at: AT },
}

test('a permission of the installation’s own is added once, under an upper snake name that the portal has not', () => {
  given(permission).when(add()).then(added)
  given(permission, added).when(add()).thenRefused('permission_already_added')
  given(permission).when(add('View ward')).thenRefused('permission_name_not_upper_snake')
  given(permission).when(add('VIEW_COE')).thenRefused('permission_is_built_in')
})

const anyCommand: fc.Arbitrary<PermissionCommand> = fc.constantFrom('VIEW_WARD', 'VIEW_COE', 'small').map(add)
describeDeciderProperties(permission, anyCommand, (_, history) => {
  expect(history.length).toBeLessThanOrEqual(1)
})
describeFollows(
  permission,
  runsOf(anyCommand),
  {
    'an event of another stream': inAnotherStream,
    'one that the portal has itself': changed(() => ({ permission: 'VIEW_COE' })),
  },
  permissionId,
)
