import { PILOT_HOSPITALS } from '#domain/catalogue/reference/hospitals.ts'
import { pilotCoeId } from '#scripts/demo/catalogue/reference.ts'
import { asking, SEVERAL, whoMay, type World } from './aim-world.ts'
import type { Aim } from './calls.ts'
import type { Operation } from './operations.ts'
import { type About, forEach } from './role-aims.ts'

const COE = pilotCoeId(PILOT_HOSPITALS[0]?.code ?? '')

let made = 0
/** Under a code of its own. */
const serviceBody = () => ({
  service_name: 'Passing service',
  service_code: `Z${(made += 1)}`,
  price: '100.00',
  service_category_id: 1,
})

/** Services that nobody bills, so that they may be edited and deleted; to be added, those whose code is nobody's yet. */
export const ownServices = ({ by, make, several, method }: About) =>
  forEach(several, async () => {
    if (method === 'POST') return { by, body: serviceBody() }
    const body = serviceBody()
    const params = { id: await make('/api/services', body) }
    return { by, params, ...(method === 'PUT' ? { body } : {}) }
  })

let listed = 0
const productBody = () => ({
  product_name: `Passing drug ${(listed += 1)}`,
  manufacturer_name: 'Cipla',
  price: '100.00',
})

/** Drugs that nobody bills, to be edited and delisted; and the stock of such, of which there is some where some is to go. */
export const ownProducts = ({ by, make, several, method, url }: About) =>
  forEach(several, async () => {
    if (url === '/api/products') return { by, body: productBody() }
    const id = await make('/api/products', productBody())
    return { by, params: { id }, ...(method === 'PUT' ? { body: productBody() } : {}) }
  })

/** The stock of such products at a hospital, by those who record it there. */
export async function stockOfProducts(world: World, { method, url }: Operation): Promise<readonly Aim[]> {
  const [admin, keeper] = [whoMay(world, 'CREATE_SERVICE')[0], whoMay(world, 'RECORD_STOCK')[0]]
  if (admin === undefined || keeper === undefined) return []
  return forEach(SEVERAL, async () => {
    const { text } = await asking(world)(admin, 'POST', '/api/products', productBody())
    const params = { id: String(JSON.parse(text).data?.id), coeId: keeper.coeId ?? '' }
    const stock = `/api/products/${params.id}/coes/${params.coeId}/stock`
    await asking(world)(keeper, 'POST', `${stock}/received`, { quantity: 40 })
    const body = { quantity: 4, ...(url.endsWith('/received') ? {} : { reason: 'Expired' }) }
    return { by: keeper.id, params, ...(method === 'POST' ? { body } : {}) }
  })
}

/** Such services, which a hospital has a price for already where one is to be changed or taken away. */
export const ownPrices = ({ by, make, several, method }: About) =>
  forEach(several, async () => {
    const id = await make('/api/services', serviceBody())
    if (method !== 'POST') await make(`/api/services/${id}/coes/${COE}`, { price: '90.00' })
    return { by, params: { id, coeId: COE }, ...(method === 'DELETE' ? {} : { body: { price: '95.00' } }) }
  })

/** A day to come, next year's first of June: of what is planned for it any hospital's will do. */
const TO_COME = `${new Date().getUTCFullYear() + 1}-06-01`
export const plannedPrices = ({ by, make, several, method }: About) =>
  forEach(several, async () => {
    const id = await make('/api/services', serviceBody())
    return { by, params: { id, coeId: COE, from: TO_COME }, ...(method === 'PUT' ? { body: { price: '95.00' } } : {}) }
  })

/** Price lists that add a service, each with the preview that it has. */
export async function priceLists(world: World, { url }: Operation): Promise<readonly Aim[]> {
  const [person] = whoMay(world, 'CREATE_SERVICE')
  const [sorter] = whoMay(world, 'CREATE_CATEGORY')
  if (person === undefined || sorter === undefined) return []
  return forEach(SEVERAL, async () => {
    const own = (made += 1)
    // A category of its own: earlier calls may have renamed or deleted any other.
    const category = { category_name: `Passing category ${own}`, category_code: `ZC${own}` }
    await asking(world)(sorter, 'POST', '/api/service_categories', category)
    const csv = `Service code,Service,Category code,Price\nZ${own},Passing service,ZC${own},100`
    if (url.endsWith('/preview')) return { by: person.id, body: { csv } }
    const { text } = await asking(world)(person, 'POST', '/api/services/import/preview', { csv })
    return { by: person.id, body: { csv, preview: String(JSON.parse(text).data?.preview) } }
  })
}

/** A hospital to ask for, as whoever reaches all of them must name one. */
export const pricesAtHospital: readonly Aim[] = [{ querystring: { coe: COE } }]
