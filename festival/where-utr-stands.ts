/** Under which name the apps and the banks show a payment's UTR (behaviour 3.12). */
export const whereUtrStands =
  'Google Pay calls it UPI transaction ID, PhonePe UTR, Paytm UPI Ref No, and your bank’s message UPI Ref no.'
