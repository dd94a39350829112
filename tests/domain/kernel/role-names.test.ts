import { expect, test } from 'vitest'
import { PERMISSIONS, rightTo } from '#domain/kernel/permissions.ts'
import { ROLE_NAMES, roleName } from '#domain/kernel/role-names.ts'
import { STARTING_ROLES } from '#domain/people/role/starting-roles.ts'

const isCode = (text: string) => /[A-Z]_[A-Z]/.test(text)

test('every role of an installation has a name of its own, in words', () => {
  const called = STARTING_ROLES.map(({ role }) => roleName(role))
  expect(STARTING_ROLES.map(({ role }) => role).sort()).toEqual(Object.keys(ROLE_NAMES).sort())
  expect(new Set(called).size).toBe(called.length)
  expect(called.filter((name) => isCode(name) || name === name.toUpperCase())).toEqual([])
})

test('a role that came later is called by its own words', () => {
  expect(roleName('TUMOUR_BOARD')).toBe('Tumour board')
  expect(roleName('CONSTRUCTOR')).toBe('Constructor')
  expect(roleName('constructor')).toBe('Constructor')
  expect(roleName('')).toBe('')
})

test('every permission is a right in words; what nobody knows is named as it is', () => {
  expect(rightTo('RECOMMEND_PAYMENT')).toBe('recommend payments')
  expect(PERMISSIONS.map(rightTo).filter(isCode)).toEqual([])
  expect(rightTo('toString')).toBe('toString')
  // What the installation did goes by nobody's right.
  expect(rightTo('INSTALL')).toBe('')
})
