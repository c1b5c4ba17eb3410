// Mail, attached: places on a PDF's page. ISO 32000-2 8.3 (coordinates), 8.5 (paths)

export type Matrix = readonly [number, number, number, number, number, number];
export type Box = readonly [left: number, bottom: number, right: number, top: number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** One closed path of four corners, parallel to the page's sides. pdf.js: 0 moves, 1 draws a line, 4 closes. */
export function isRectangle(data: unknown, matrix: Matrix): boolean {
  if (!isUpright(matrix) || data === null || typeof data !== "object") return false;
  const numbers = Object.values(data as Record<string, number>);
  const corners: [number, number][] = [];
  for (let at = 0; at < numbers.length; ) {
    const kind = numbers[at]!;
    if (kind === 4) {
      at++;
      continue;
    }
    if (kind > 1 || (kind === 0 && corners.length > 0)) return false;
    corners.push([numbers[at + 1]!, numbers[at + 2]!]);
    at += 3;
  }
  if (corners.length !== 4 && corners.length !== 5) return false;
  return corners.slice(1, 4).every(([x, y], n) => {
    const [fromX, fromY] = corners[n]!;
    return (x === fromX) !== (y === fromY);
  });
}

export function isUpright([a, b, c, d]: Matrix): boolean {
  return (b === 0 && c === 0) || (a === 0 && d === 0);
}

export function matrixOf(value: unknown): Matrix {
  const numbers = Object.values((value ?? {}) as Record<string, number>);
  return numbers.length >= 6 ? (numbers.slice(0, 6) as unknown as Matrix) : identity;
}

export function product(one: Matrix, other: Matrix): Matrix {
  const [a, b, c, d, e, f] = one;
  const [A, B, C, D, E, F] = other;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

export function point([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

export function placed(box: Box | Record<string, number>, matrix: Matrix): Box {
  const [left = 0, bottom = 0, right = 0, top = 0] = Object.values(box as Record<string, number>);
  const corners = [
    point(matrix, left, bottom),
    point(matrix, right, bottom),
    point(matrix, left, top),
    point(matrix, right, top),
  ];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

export function common(one: Box, other: Box): Box {
  return [
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ];
}

export function holds([left, bottom, right, top]: Box, [x, y]: readonly [number, number]): boolean {
  return x >= left && x <= right && y >= bottom && y <= top;
}
