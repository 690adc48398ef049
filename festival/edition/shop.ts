import type { ShopContent } from '#festival/content/content'

export const shop: ShopContent | undefined = {
  item: 'Official T-shirt',
  price: 400,
  description: 'The festival’s own T-shirt, to remember the five days by. Stock is limited.',
  orderFormUrl: 'https://orders.example/t-shirt',
  phones: [
    { label: 'First line for queries', number: '+91 00000 00000' },
    { label: 'Second line for queries', number: '+91 00000 00000' },
  ],
}
