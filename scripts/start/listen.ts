import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { WrongUsage } from './options.ts'

/** Whoever finds no room among these tries again after 1, 3, 7 s: health would as well. The system may allow fewer. */
const MOST_WAITING_TO_CONNECT = 4_096

type Variable = 'PORT' | 'HEALTH_PORT'

const explain = (error: NodeJS.ErrnoException, host: string, port: number, variable: Variable = 'PORT'): Error => {
  if (error.code === 'EADDRINUSE')
    return new WrongUsage(`Port ${port} is taken. Choose another: ${variable}=${port + 1} npm start`)
  if (error.code === 'EACCES')
    return new WrongUsage(
      `Port ${port} needs more rights. Choose another: ${variable}=${variable === 'PORT' ? 3000 : 3900} npm start`,
    )
  if (error.code === 'EADDRNOTAVAIL') return new WrongUsage(`This machine has no address ${host}: change HOST`)
  return error
}

/** Listens; another program may have taken the address since it was tried. Throws WrongUsage. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  await app.listen({ host, port, backlog: MOST_WAITING_TO_CONNECT }).catch((error: unknown) => {
    throw error instanceof Error ? explain(error, host, port) : error
  })
}

/** Tries the address before a minute of work is spent on a start that could not listen. Throws WrongUsage. */
export async function checkAddress(host: string, port: number, variable?: Variable): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(explain(error, host, port, variable)))
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}
