/** A quantity as people write it: 1,250. */
export const quantityText = (quantity: number): string => quantity.toLocaleString('en-NG')
