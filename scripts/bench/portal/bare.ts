import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

const PAGE = `<!doctype html><title>Bare</title><p>Coming</p><script>
fetch('/file' + location.search).then((answer) => answer.arrayBuffer()).then(() => {
  document.querySelector('p').textContent = 'All here'
})
</script>`

/** A page that fetches one file of as many bytes as its address says (`?bytes=`): what a line costs by itself. */
export async function startBare(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare')
    response.setHeader('cache-control', 'no-store')
    if (pathname === '/file') response.end(randomBytes(Number(searchParams.get('bytes'))))
    else response.setHeader('content-type', 'text/html').end(PAGE)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
