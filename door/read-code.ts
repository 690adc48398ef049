import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** By default, the package loads its WebAssembly from a public CDN. */
const overrides = { locateFile: () => wasmAddress }

/** Rejects if the browser cannot run the decoder. */
export const prepareDecoder = () => prepareZXingModule({ overrides, fireImmediately: true })

export const readCode = async (frame: ImageData): Promise<string | undefined> => {
  const [found] = await readBarcodes(frame, { formats: ['QRCode'], maxNumberOfSymbols: 1 })
  return found?.text
}
