// Posts its input, as any program in Go would.
package main

import (
	"fmt"
	"net/http"
	"os"
)

func main() {
	answer, err := http.Post(os.Args[1], "text/plain", os.Stdin)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(answer.Status)
}
