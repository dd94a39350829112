import { z } from 'zod'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import type { Workbench } from '#scripts/bench/workbench.ts'
import { type Caller, createCaller } from './calls.ts'
import { type Program, startProgram } from './program.ts'

const Token = z.object({ data: z.object({ access_token: z.string() }) })

/** Starts the portal as `npm start` does, in a process of its own on the bench's Postgres; read models are caught up. */
export const startPortal = (bench: Workbench, over: Readonly<Record<string, string>> = {}): Promise<Program> =>
  start(bench, { DEMO_DATA: 'no', ...over })

/** The same with the demo: two people for every role, and two years of patients, bills and payments. */
export const startDemoPortal = (bench: Workbench): Promise<Program> => start(bench, {})

function start({ dataDir, postgres }: Workbench, over: Readonly<Record<string, string>>): Promise<Program> {
  const { appUrl: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL } = postgres
  const env = { DATA_DIR: dataDir, DATABASE_URL, DATABASE_OWNER_URL, ...over }
  return startProgram('scripts/start.ts', env, 'The portal is at')
}

/** Signs a demo person in; the headers of their calls. */
export async function signIn(caller: Caller, email: string): Promise<Readonly<Record<string, string>>> {
  const body = { email, password: DEMO_PASSWORD }
  const { status, text } = await caller.call({ method: 'POST', path: '/api/login', body })
  if (status !== 200) throw new Error(`${email} could not sign in: ${status} ${text}`)
  return { authorization: `Bearer ${Token.parse(JSON.parse(text)).data.access_token}` }
}

/** A caller of the portal that carries a demo person's session. */
export async function signedInCaller(port: number, connections: number, email: string): Promise<Caller> {
  const caller = createCaller(port, connections)
  const session = await signIn(caller, email)
  return {
    ...caller,
    call: ({ headers = {}, ...call }) => caller.call({ ...call, headers: { ...session, ...headers } }),
  }
}
