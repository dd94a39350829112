import { expect, test } from 'vitest'
import { isCommonPassword } from '#commands/people/user/common-passwords.ts'
import { STARTING_ROLES } from '#domain/people/role/starting-roles.ts'
import { isMixed, lengthOf, needsSecondFactor, shortestFor } from '#domain/people/user/password.ts'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'

test('whoever pays, approves funds, moves the pool or gives rights needs twelve characters, everybody else eight', () => {
  const long = STARTING_ROLES.filter(({ permissions }) => shortestFor(permissions) === 12).map(({ role }) => role)
  expect(long.sort()).toEqual(['COE_ADMIN', 'DFA', 'DHS', 'FINANCE', 'FUND_ADMIN', 'NCCP', 'PERMSEC', 'SUPER_ADMIN'])
  expect([shortestFor([]), needsSecondFactor(['VIEW_COE'])]).toEqual([8, false])
  expect(shortestFor(['VIEW_COE', 'MANAGE_ROLE'])).toBe(12)
})

test('a password of a recovery has a number, an upper and a lower case letter, in any script', () => {
  expect(['Abcdefg1', 'Ẹkọ́-ilé-1'].map(isMixed)).toEqual([true, true])
  expect(['abcdefg1', 'ABCDEFG1', 'Abcdefgh', ''].map(isMixed)).toEqual([false, false, false, false])
})

test('characters are counted as people count them', () => {
  expect([lengthOf('12345678'), lengthOf('😀😀😀😀')]).toEqual([8, 4])
})

test('passwords that are guessed first are known, whatever their capitals; the demo’s is none of them', () => {
  expect(['password', 'PassWord1', '12345678', 'qwertyuiop'].map(isCommonPassword)).toEqual([true, true, true, true])
  expect([DEMO_PASSWORD, 'ward-seven-blue-kettle', ''].map(isCommonPassword)).toEqual([false, false, false])
})
