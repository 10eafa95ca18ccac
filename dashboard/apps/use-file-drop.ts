import { useEffect, useState } from 'react';

/** Files may be dropped anywhere: beside a drop area the browser would leave the page and open them. */
export function useFileDrop(onFiles: (files: File[]) => void): { isOver: boolean } {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    function over(event: DragEvent) {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(true);
    }
    function leave(event: DragEvent) {
      // Only when the window is left; elements are left all the time.
      if (event.relatedTarget === null) setIsOver(false);
    }
    function drop(event: DragEvent) {
      setIsOver(false);
      const files = Array.from(event.dataTransfer?.files ?? []);
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    }
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onFiles]);
  return { isOver };
}
