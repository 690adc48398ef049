import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Renderer } from './keep-pages-current'

/** Returns undefined if the renderer was not built. The path is known only at run time. */
export const loadRenderer = async (file: string): Promise<Renderer | undefined> =>
  existsSync(file) ? import(/* @vite-ignore */ pathToFileURL(file).href) : undefined
