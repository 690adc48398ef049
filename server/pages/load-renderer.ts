import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Renderer } from './renderer'

/** The path is known only at run time. Undefined if it was not built. */
export const loadRenderer = async (file: string): Promise<Renderer | undefined> =>
  existsSync(file) ? import(/* @vite-ignore */ pathToFileURL(file).href) : undefined
