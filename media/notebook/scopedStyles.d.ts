declare module 'scoped:notebook.css' {
  const styles: string;
  export default styles;
}
