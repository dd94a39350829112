import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { moveStock } from '#commands/catalogue/stock/move-stock.ts'
import { type StockCommand, stockId } from '#domain/catalogue/stock/stock.ts'
import { isBlank } from '#domain/kernel/blank.ts'
import { CountStockBody, ReceiveStockBody, RemoveStockBody } from '#api/catalogue/contracts/product-body.ts'
import { SHOWS_STOCK } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { StockPath, stockReached } from './stock-path.ts'

type About = { readonly productId: string; readonly coeId: string }
type Move<B extends z.ZodType> = {
  readonly url: string
  readonly summary: string
  readonly message: string
  readonly body: B
  readonly command: (request: FastifyRequest, about: About, said: z.output<B>) => StockCommand
}

/** POST /api/products/{id}/coes/{coeId}/stock/...: what came in, what is gone, and how many there are. */
export const moveStockRoutes: FastifyPluginAsync = async (app) => {
  moveRoute(app, {
    url: 'received',
    summary: 'Record a stock delivery',
    message: 'The delivery has been recorded',
    body: ReceiveStockBody,
    command: (request, about, { quantity, note = '' }) =>
      commandFrom(request, 'ReceiveStock', { ...about, quantity, ...(isBlank(note) ? {} : { note }) }),
  })
  moveRoute(app, {
    url: 'removed',
    summary: 'Record removed stock',
    message: 'The removal has been recorded',
    body: RemoveStockBody,
    command: (request, about, said) => commandFrom(request, 'RemoveStock', { ...about, ...said }),
  })
  moveRoute(app, {
    url: 'counted',
    summary: 'Record a stock count',
    message: 'The count has been recorded',
    body: CountStockBody,
    command: (request, about, said) => commandFrom(request, 'CountStock', { ...about, ...said }),
  })
}

function moveRoute<B extends z.ZodType>(app: FastifyInstance, { url, summary, message, body, command }: Move<B>): void {
  commandRoute(app, {
    url: `/api/products/:id/coes/:coeId/stock/${url}`,
    summary,
    tag: 'Products',
    permission: 'RECORD_STOCK',
    scope: 'reach',
    params: StockPath,
    body,
    reach: ({ request, context, params }) => stockReached(context, params, request.reach()),
    run: async ({ request, context, body: said }, { productId, coeId }) => {
      const about = { productId, coeId }
      return ofId(stockId(about), await moveStock(context.handler, command(request, about, said)))
    },
    message,
    shows: SHOWS_STOCK,
  })
}
