import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STARTING_ROLES } from '#domain/people/role/starting-roles.ts'
import type { Caller } from '#tests/support/demo-app.ts'
import { BODIES, startWorld, type Target, TARGETS, type World } from './targets.ts'

// Endpoint x role x own / other / missing. matrix.tsv is written by hand, from the specs' roles and domain.md: what a route
// declares plays no part in it, so that a permission that is given to one role too many fails here. A hospital's roles are of
// the first hospital, the patient is its patient; 'other' is of the second.

const ALL = [
  ...['PATIENT', 'SOCIAL_WORKER', 'COE_STAFF', 'DOCTOR', 'MDT', 'PHARMACIST', 'COE_ADMIN', 'FUND_ADMIN', 'COMMITTEE'],
  ...['SECRETARIAT', 'FINANCE', 'NCCP', 'DHS', 'DFA', 'PERMSEC', 'HELP_DESK', 'SUPPORT', 'SUPER_ADMIN', 'AUDITOR'],
  'ANALYST',
]
const NOBODY = 'nobody who is signed in'
const PAYERS = ['FINANCE', 'NCCP', 'DHS', 'DFA', 'PERMSEC']
const SETS: Readonly<Record<string, readonly string[]>> = {
  ALL,
  ANYONE: [...ALL, NOBODY],
  PAYERS,
  MONEY: ['FUND_ADMIN', 'SECRETARIAT', ...PAYERS, 'SUPER_ADMIN', 'AUDITOR', 'ANALYST'],
  WARD: ['SOCIAL_WORKER', 'COE_STAFF', 'DOCTOR', 'MDT', 'PHARMACIST', 'COE_ADMIN'],
  BILLERS: ['COE_STAFF', 'DOCTOR', 'PHARMACIST', 'COE_ADMIN'],
}

/** By role, what is answered of each target; undefined where it is not asked. */
type Verdicts = ReadonlyMap<string, readonly (number | undefined)[]>
type Row = { readonly route: string; readonly about: string; readonly verdicts: Verdicts }

function rowIn(line: string): Row {
  const [route = '', about = '', ...groups] = line.split('\t')
  const verdicts = new Map<string, readonly (number | undefined)[]>()
  for (const group of groups) {
    const [answers = '', who = ''] = group.split(': ')
    for (const role of who.split(' ').flatMap((name) => SETS[name] ?? [name])) {
      if (verdicts.has(role)) throw new Error(`${route} ${about}: two verdicts for ${role}`)
      verdicts.set(
        role,
        answers.split(' ').map((one) => (one === '-' ? undefined : Number(one))),
      )
    }
  }
  return { route, about, verdicts }
}

const rows = readFileSync(join(import.meta.dirname, 'matrix.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map(rowIn)

let world: World
const callers = new Map<string, Caller>()
beforeAll(async () => {
  world = await startWorld()
  for (const role of ALL) callers.set(role, await world.ministry.demo.as(role))
}, 120_000)
afterAll(() => world.ministry.end())

// That each route has a row: tests/architecture/authorization.test.ts.
test('each role is asked, and no other', () => {
  expect(STARTING_ROLES.map(({ role }) => role)).toEqual(ALL)
  const asked = new Set([...ALL, NOBODY])
  expect(rows.flatMap(({ verdicts }) => [...verdicts.keys()].filter((role) => !asked.has(role)))).toEqual([])
})

async function answerOf({ route, about }: Row, role: string, target: Target) {
  const [method = '', url = ''] = route.split(' ')
  const id = world.kinds[about]?.[target] ?? '00000000-0000-7000-8000-000000000000'
  const token = callers.get(role)?.token
  const answer = await world.ministry.demo.app.inject({
    method: method as 'GET',
    // What is of one thing at a hospital is named by both.
    url: url.replace(':id/coes/:coeId', id.includes('/coes/') ? id : '$&').replaceAll(/:\w+|\*/g, id),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(method === 'GET' ? {} : { payload: BODIES[route]?.(id) ?? {} }),
  })
  const said = answer.statusCode === 404 ? answer.json<{ message: string }>().message : undefined
  return { status: answer.statusCode, said }
}

/** What a role asks of a row, as it is written and as it is answered; who may not at all asks once. */
async function compared(row: Row, role: string) {
  const first = [...row.verdicts.values()][0]?.findIndex((one) => one !== undefined) ?? 0
  const refusal = role === NOBODY ? 401 : 403
  const verdict = row.verdicts.get(role) ?? TARGETS.map((_, place) => (place === first ? refusal : undefined))
  const [written, answered, notThere]: [string[], string[], Set<unknown>] = [[], [], new Set()]
  for (const [place, target] of TARGETS.entries()) {
    const expected = verdict[place]
    if (expected === undefined) continue
    const { status, said } = await answerOf(row, role, target)
    written.push(`${role} ${target} ${expected}`)
    answered.push(`${role} ${target} ${status}`)
    if (status === 404) notThere.add(said)
  }
  // What is somebody else's reads as what is not there.
  if (notThere.size > 1) answered.push(`${role} is told apart: ${[...notThere].join(' and ')}`)
  return { written, answered }
}

describe.each(rows.map((row) => [`${row.route} of ${row.about}`, row] as const))('%s', (_, row) => {
  test('answers each role as it is written', async () => {
    const all = await Promise.all([...ALL, NOBODY].map((role) => compared(row, role)))
    expect(all.flatMap(({ answered }) => answered)).toEqual(all.flatMap(({ written }) => written))
  })
})
