import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Seal } from '#domain/seal/events.ts'

export const RECEIVER_TOKEN = 'a-token-of-the-ministry'

/** Stands before the receiver's own answer: gives true when it has answered, or never will. */
type Before = (request: IncomingMessage, answer: ServerResponse) => boolean

/**
 * Somebody who keeps seals, as docs/seals.md asks of them: what a ministry would build. It can be told to misbehave, and
 * to die and come back.
 */
export async function startSealReceiver() {
  const seals = new Map<number, Seal>()
  const taken: Seal[] = []
  const asked: string[] = []
  const sockets = new Set<Socket>()
  let before: Before = () => false
  let server = await listen(0)
  const { port } = server.address() as AddressInfo

  async function listen(on: number): Promise<Server> {
    const made = createServer((request, answer) => void receive(request, answer))
    made.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    await new Promise<void>((resolve) => made.listen(on, '127.0.0.1', resolve))
    return made
  }

  async function receive(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const end = (status: number, body: object = {}) =>
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const body = Buffer.concat(pieces).toString()
    if (request.method !== 'GET') taken.push(Seal.parse(JSON.parse(body)))
    asked.push(request.method === 'GET' ? 'GET' : `POST ${taken.at(-1)?.number}`)
    if (request.headers.authorization !== `Bearer ${RECEIVER_TOKEN}`) return void end(401)
    if (before(request, answer)) return
    if (request.method === 'GET') return void end(200, { seals: [...seals.values()].slice(-100) })
    const seal = Seal.parse(JSON.parse(body))
    const known = seals.get(seal.number)
    if (known !== undefined) return void end(known.signature === seal.signature ? 200 : 409)
    seals.set(seal.number, seal)
    end(201)
  }

  const die = async () => {
    const dead = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    await dead
  }

  return {
    url: `http://127.0.0.1:${port}/seals`,
    /** What it holds, in the order in which it came. */
    seals: (): readonly Seal[] => [...seals.values()],
    /** What ever came, whatever was answered. */
    taken: (): readonly Seal[] => taken,
    /** All behind this number is gone. */
    lose: (behind: number) => [...seals.keys()].filter((one) => one > behind).forEach((one) => seals.delete(one)),
    /** Every call, in order: 'GET', 'POST 1'. */
    asked,
    /** From now on this stands before its own answers. */
    answerBy: (by: Before) => void (before = by),
    /** Another seal under its number, or one that this portal never made. */
    hold: (seal: Seal) => void seals.set(seal.number, seal),
    die,
    comeBack: async () => void (server = await listen(port)),
  }
}
export type SealReceiver = Awaited<ReturnType<typeof startSealReceiver>>

/** Answers with a status, every time. */
export const withStatus =
  (status: number): Before =>
  (_, answer) => {
    answer.writeHead(status).end()
    return true
  }
