/**
 * Finds the groups of files that import each other in a circle: Tarjan's strongly connected components. Each group is
 * given once, sorted.
 */
export const findCircles = (graph: ReadonlyMap<string, readonly string[]>): string[][] => {
  const order = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []

  const visit = (file: string): number => {
    const number = order.size
    order.set(file, number)
    open.push(file)
    let low = number
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (open.includes(next)) low = Math.min(low, order.get(next) ?? low)
    }
    if (low === number) {
      const group = open.splice(open.indexOf(file))
      if (group.length > 1 || graph.get(file)?.includes(file)) circles.push(group.sort())
    }
    return low
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return circles
}
