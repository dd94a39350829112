import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy that changes what a server answers. */
export type AlteringProxy = {
  readonly port: number
  /** From now on this comes out as that, of the same length, wherever it stands in one answer. */
  alter(from: string, to: string): void
  close(): Promise<void>
}

/** Stands before a server of this machine, on a free port. */
export async function createAlteringProxy(target: { host: string; port: number }): Promise<AlteringProxy> {
  let [wanted, given] = ['', '']
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(target.port, target.host)
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
    }
    client.on('data', (chunk) => server.write(chunk))
    server.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      client.write(Buffer.from(wanted === '' ? text : text.replaceAll(wanted, given), 'latin1'))
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return {
    port,
    alter(from, to) {
      ;[wanted, given] = [from, to]
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
