/** What people call that which a read model of hospitals and what they offer shows. */
export const catalogueShows = {
  coe: 'hospitals',
  product: 'drugs',
  service: 'services',
  service_category: 'service categories',
  service_price: 'prices of services',
}
