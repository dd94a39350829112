import { coe, type CoeRefusal } from '#domain/catalogue/coe/coe.ts'
import { product, type ProductRefusal } from '#domain/catalogue/product/product.ts'
import { stock, type Stock, type StockCommand, stockId, type StockRefusal } from '#domain/catalogue/stock/stock.ts'
import { refuse } from '#domain/kernel/decider.ts'
import { handle, type Handled, type Handler, load, wasHandled } from '#commands/handle.ts'

type Unknown = Extract<ProductRefusal, 'product_unknown' | 'product_delisted'> | Extract<CoeRefusal, 'coe_unknown'>

/**
 * Records what became of the stock of a drug at a hospital, both of which there are. A delisted drug comes in no more;
 * what is left of it is counted and removed.
 */
export async function moveStock(
  handler: Handler,
  command: StockCommand,
): Promise<Handled<Stock, StockRefusal | Unknown>> {
  const id = stockId(command.data)
  const refused = await whyNot(handler, command)
  // The same request again is answered by what it has done, whatever has become of the drug since.
  if (refused === undefined || (await wasHandled(handler, stock, id, command.id)))
    return handle(handler, stock, id, command)
  return { outcome: 'refused', refusal: refuse(refused), state: await load(handler, stock, id) }
}

async function whyNot(handler: Handler, { type, data }: StockCommand): Promise<Unknown | undefined> {
  const { status } = await load(handler, product, data.productId)
  if (status === 'none') return 'product_unknown'
  if (status === 'delisted' && type === 'ReceiveStock') return 'product_delisted'
  return (await load(handler, coe, data.coeId)).status === 'none' ? 'coe_unknown' : undefined
}
