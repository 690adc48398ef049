import type { ShopContent } from '../../festival/content/content'

export const shop: ShopContent = {
  item: 'Official T-shirt',
  price: 400,
  description: 'A T-shirt with the drawing of the year.',
  orderFormUrl: 'https://orders.example/t-shirt',
  phones: [{ label: 'Queries', number: '+91 00000 00000' }],
}
