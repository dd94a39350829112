import { setTimeout as pause } from 'node:timers/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** How a line is at the moment. */
export type Line =
  | { readonly state: 'good' }
  /** Nobody gets through. */
  | { readonly state: 'down' }
  /** Every piece takes so long. */
  | { readonly state: 'slow'; readonly ms: number }
  /** What is asked stands still, from the first piece that contains `from` on, and goes on when the line is good. */
  | { readonly state: 'held'; readonly from: string }
  /** Bytes are taken and lost, in one direction or in both; what ran over such a line is cut when it gets good. */
  | { readonly state: 'swallowed'; readonly asked: boolean; readonly answered: boolean }

/** A TCP line between a process and Postgres that can be made bad, and good again. */
export type FaultProxy = {
  readonly port: number
  become(line: Line): void
  /** Cuts every connection that is open now, or those for which this says so. */
  cut(isCut?: () => boolean): void
  /** Whether anything stands still. */
  readonly isHolding: boolean
  close(): Promise<void>
}

const delay = (ms: number) => (ms > 0 ? pause(ms) : undefined)

/** `target` is asked at every new connection: a server may come back on another port. */
export async function createFaultProxy(target: () => { host: string; port: number }): Promise<FaultProxy> {
  let line: Line = { state: 'good' }
  let release: (() => void) | undefined
  let released: Promise<void> | undefined
  const open = new Map<Socket, { spoiled: boolean; end(): void }>()

  const isHeld = (chunk: Buffer, isAnswer: boolean): boolean => {
    if (line.state !== 'held' || isAnswer) return false
    if (released === undefined && !chunk.includes(line.from)) return false
    released ??= new Promise((resolve) => (release = resolve))
    return true
  }

  const proxy = createServer((client) => {
    if (line.state === 'down') return void client.destroy()
    const server = connect(target())
    const connection = {
      spoiled: false,
      end() {
        open.delete(client)
        client.destroy()
        server.destroy()
      },
    }
    open.set(client, connection)
    const passTo = (to: Socket, isAnswer: boolean) => {
      // What is late stays before what comes after it, also once the line is good again.
      let last: Promise<unknown> = Promise.resolve()
      return (chunk: Buffer) => {
        if (line.state === 'swallowed' && (isAnswer ? line.answered : line.asked)) {
          connection.spoiled = true
          return
        }
        const hold = isHeld(chunk, isAnswer) ? released : undefined
        const due = performance.now() + (line.state === 'slow' ? line.ms : 0)
        last = last
          .then(() => hold ?? delay(due - performance.now()))
          .then(() => (to.destroyed ? undefined : to.write(chunk)))
      }
    }
    client.on('data', passTo(server, false))
    server.on('data', passTo(client, true))
    for (const socket of [client, server]) {
      socket.setNoDelay(true)
      socket.on('error', connection.end)
      socket.on('close', connection.end)
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))

  const cut = (isCut: (connection: { spoiled: boolean }) => boolean) => {
    for (const connection of [...open.values()]) if (isCut(connection)) connection.end()
  }
  const become = (next: Line) => {
    line = next
    release?.()
    release = released = undefined
    if (next.state === 'down') cut(() => true)
    if (next.state === 'good') cut(({ spoiled }) => spoiled)
  }
  return {
    port: (proxy.address() as AddressInfo).port,
    become,
    cut: (isCut = () => true) => cut(() => isCut()),
    get isHolding() {
      return released !== undefined
    },
    async close() {
      become({ state: 'down' })
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
