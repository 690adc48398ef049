import type { ShopContent } from '../../festival/content'

export const shop: ShopContent = {
  item: 'Canvas bag',
  price: 85,
  description: 'Carries an atlas.',
  orderFormUrl: 'https://bags.example/order',
  phones: [{ label: 'Bag desk', number: '+91 00000 00000' }],
}
