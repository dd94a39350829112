import { expect, test } from 'vitest'
import { crumbsOf } from '#web/shell/crumbs.ts'
import { returnAddress } from '#web/features/people/sign-in/return-address.ts'

const screen = (path: string, title: string) => ({ path, title, load: () => Promise.reject(new Error('not loaded')) })

test('breadcrumbs are the screens whose address is a beginning of this one', () => {
  const screens = [
    screen('/payments', 'Payments'),
    screen('/patients/:id', 'Patient'),
    screen('/payments/report', 'Report'),
  ]
  expect(crumbsOf('/payments/report', screens, [])).toEqual([{ to: '/payments', title: 'Payments' }])
  expect(crumbsOf('/patients/12/comments', screens, [])).toEqual([{ to: '/patients/12', title: 'Patient' }])
  expect(crumbsOf('/payments', screens, [])).toEqual([])
})

test('breadcrumbs lead nowhere that is not open to one, and from what is one’s own to no administration', () => {
  const users = { ...screen('/users', 'Users'), permission: 'VIEW_USERS' as const }
  const roles = { ...screen('/users/roles', 'Roles'), permission: 'MANAGE_ROLE' as const }
  const screens = [users, roles, screen('/users/wallet', 'My wallet'), screen('/users/wallet/:id', 'Movement')]
  expect(crumbsOf('/users/roles', screens, ['MANAGE_ROLE'])).toEqual([])
  expect(crumbsOf('/users/roles', screens, ['MANAGE_ROLE', 'VIEW_USERS'])).toEqual([{ to: '/users', title: 'Users' }])
  expect(crumbsOf('/users/wallet', screens, ['VIEW_USERS'])).toEqual([])
  expect(crumbsOf('/users/wallet/7', screens, ['VIEW_USERS'])).toEqual([{ to: '/users/wallet', title: 'My wallet' }])
})

test('breadcrumbs never lead from a screen to itself', () => {
  const screens = [screen('/superadmin/billings/:coeId?', 'Hospital billing history')]
  expect(crumbsOf('/superadmin/billings/12', screens, [])).toEqual([])
})

test('signing in returns to the page that asked for it, and never to another site', () => {
  expect(returnAddress({ from: '/payments?status=paid' })).toBe('/payments?status=paid')
  for (const from of ['//evil.example', 'https://evil.example', '/login', '/\\evil.example', 7]) {
    expect(returnAddress({ from })).toBe('/dashboard')
  }
  expect(returnAddress(null)).toBe('/dashboard')
})
