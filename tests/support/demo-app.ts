import { inject } from 'vitest'
import type { InjectOptions } from 'fastify'
import { openSession } from '#api/people/session/sessions.ts'
import type { SystemOptions } from '#api/system.ts'
import { DEMO_PEOPLE, type DemoPerson } from '#scripts/demo/people/demo-people.ts'
import { startTestApp, type TestApp } from './app.ts'
import { databaseFrom, type TestDatabase } from './database.ts'
import { DEMO_TEMPLATE, demoSecrets, ensureDemoTemplate } from './demo-template.ts'

/** One signed-in demo person: calls the API over HTTP as they would. */
export type Caller = {
  readonly person: DemoPerson
  readonly token: string
  get(url: string): Promise<Answer>
  /** `key` is the Idempotency-Key. */
  post(url: string, payload: object, key?: string): Promise<Answer>
  put(url: string, payload: object, key?: string): Promise<Answer>
  patch(url: string, payload: object, key?: string): Promise<Answer>
  delete(url: string, key?: string): Promise<Answer>
}
export type Answer = Awaited<ReturnType<TestApp['app']['inject']>>

/** A whole system with the reference data and two people for every role, on a database of its own. */
export type DemoApp = TestApp & {
  /** Signs in somebody of a role; `second` is the person of the other hospital: `as('COE_STAFF', 2)`. */
  as(role: string, second?: 2): Promise<Caller>
}

/** Starts in well under a second but for the run's first, which loads the template. `reach` is the way to the database. */
export async function startDemoApp(
  over: Partial<SystemOptions> = {},
  reach = (database: TestDatabase) => database,
): Promise<DemoApp> {
  const run = { ...inject('postgres'), runDir: inject('runDir') }
  await ensureDemoTemplate(run)
  const database = reach(await databaseFrom(DEMO_TEMPLATE))
  const app = await startTestApp({ secretsDir: demoSecrets(run.runDir), ...over }, database)
  return withDemoPeople(app)
}

/** A system in which the demo people are, to sign them in. */
export const withDemoPeople = (app: TestApp): DemoApp => ({
  ...app,
  as: (role, second) => signedIn(app, personOf(role, second)),
})

/** The first or second demo person of a role. */
export function personOf(role: string, second?: 2): DemoPerson {
  const person = DEMO_PEOPLE.filter((one) => one.role === role)[second === 2 ? 1 : 0]
  if (person === undefined) throw new Error(`No one is ${role}`)
  return person
}

/** Opens a session without the password's slow check, which has tests of its own. */
async function signedIn({ app, context }: TestApp, person: DemoPerson): Promise<Caller> {
  const { token } = await openSession(context, { userId: person.userId })
  const call = (options: InjectOptions, key?: string) => {
    const headers = { authorization: `Bearer ${token}`, ...(key === undefined ? {} : { 'idempotency-key': key }) }
    return app.inject({ ...options, headers })
  }
  return {
    person,
    token,
    get: (url) => call({ url }),
    post: (url, payload, key) => call({ method: 'POST', url, payload }, key),
    put: (url, payload, key) => call({ method: 'PUT', url, payload }, key),
    patch: (url, payload, key) => call({ method: 'PATCH', url, payload }, key),
    delete: (url, key) => call({ method: 'DELETE', url }, key),
  }
}
