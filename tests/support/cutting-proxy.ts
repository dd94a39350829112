import { createServer, connect, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy that can cut the line between a server's answer and the client. */
export type CuttingProxy = {
  readonly port: number
  /** Lets the next request that contains this text through, and cuts its connection when the server answers. */
  cutAnswerTo(text: string): void
  /** How many answers were cut. */
  cuts(): number
  /** Cuts every connection that is open now. */
  cutAll(): void
  /** How many clients are connected. */
  clients(): number
  close(): Promise<void>
}

/** Stands before a server of this machine, on a free port. */
export async function createCuttingProxy(target: { host: string; port: number }): Promise<CuttingProxy> {
  let pattern: string | undefined
  let cuts = 0
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(target.port, target.host)
    let isDoomed = false
    clients.add(client)
    client.on('close', () => clients.delete(client))
    const end = () => {
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', end)
      socket.on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    client.on('data', (chunk) => {
      if (pattern !== undefined && chunk.includes(pattern)) {
        pattern = undefined
        isDoomed = true
      }
      server.write(chunk)
    })
    server.on('data', (chunk) => {
      if (!isDoomed) client.write(chunk)
      else if (!client.destroyed) {
        cuts += 1
        end()
      }
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return {
    port,
    cutAnswerTo(text) {
      pattern = text
    },
    cuts: () => cuts,
    cutAll() {
      for (const client of clients) client.destroy()
    },
    clients: () => clients.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
