// Whether the pointer has moved: browsers also tell when something else has moved below it.
let last = "";

export const hasMoved = ({ clientX, clientY }) => {
  const before = last;
  last = `${clientX} ${clientY}`;
  return last !== before;
};
