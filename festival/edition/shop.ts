import type { ShopContent } from '../content'

export const shop: ShopContent = {
  item: 'Official T-shirt',
  price: 400,
  description: 'One shirt, one print run. Stock is limited: when it is gone, it is gone.',
  orderFormUrl: 'https://orders.example/t-shirt',
  phones: [
    { label: 'First line for queries', number: '+91 00000 00000' },
    { label: 'Second line for queries', number: '+91 00000 00000' },
  ],
}
